#ifndef TARN_KERNELS_H
#define TARN_KERNELS_H
#endif
