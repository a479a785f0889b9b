// error: generic struct 'Persisted' requires that
import Tarn

struct Size { var width: Int }

final class Box: Object {
    @Persisted var size: Size
}
