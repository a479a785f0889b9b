// error: 'wrappedValue' is unavailable: @Persisted works only in classes that inherit from Object
import Tarn

struct Person {
    @Persisted var name: String
}
