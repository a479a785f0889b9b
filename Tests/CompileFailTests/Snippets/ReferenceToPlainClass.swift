// error: requires that 'Box' conform to 'ThreadConfined'
import Tarn

final class Box {}

func send(_ box: Box) {
    _ = ThreadSafeReference(to: box)
}
