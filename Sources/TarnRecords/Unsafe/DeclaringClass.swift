/// Finds the class that a nested type was declared in.
///
/// The library has no question for it. The parent is in the type's description, whose layout is part of the stable ABI;
/// where something looks different the answer is nil.
public enum DeclaringClass {
    private static let structKind: UInt = 0x200
    private static let enumKind: UInt = 0x201
    private static let anonymous: UInt32 = 2
    private static let classKind: UInt32 = 16
    private static let genericFlag: UInt32 = 0x80

    // Safety: metadata of structs and enums has the description in its second word; a description begins with flags
    // and the place of its parent, and that of a class which is not generic has its accessor in the fourth field.
    /// The class that a struct or an enum was declared in; nil for every other place.
    public static func of(_ type: any Any.Type) -> AnyClass? {
        let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
        let kind = unsafe metadata.load(as: UInt.self)
        guard kind == structKind || kind == enumKind else { return nil }
        var description = unsafe metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
        // Private types lie in a context of their own; there are never more than a few.
        for _ in 0..<8 {
            guard let parent = unsafe context(around: description) else { return nil }
            let flags = unsafe parent.load(as: UInt32.self)
            switch flags & 0x1F {
            case anonymous: unsafe description = parent
            case classKind where flags & genericFlag == 0: return unsafe classMetadata(parent)
            default: return nil
            }
        }
        return nil
    }

    // Safety: the distance to the parent stands in the second field; its lowest bit says that it leads to a pointer.
    private static func context(around description: UnsafeRawPointer) -> UnsafeRawPointer? {
        let field = unsafe description + 4
        let distance = unsafe field.load(as: Int32.self)
        if distance == 0 { return nil }
        let target = unsafe field + Int(distance & ~1)
        return unsafe distance & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
    }

    // Safety: an accessor takes the request for complete metadata, 0, and gives the metadata in the first register.
    private static func classMetadata(_ description: UnsafeRawPointer) -> AnyClass? {
        typealias Accessor = @convention(c) (Int) -> UnsafeRawPointer
        let field = unsafe description + 12
        let accessor = unsafe unsafeBitCast(field + Int(field.load(as: Int32.self)), to: Accessor.self)
        return unsafe unsafeBitCast(accessor(0), to: AnyClass.self)
    }
}
