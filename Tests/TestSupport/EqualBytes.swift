/// Compares bytes here, in an optimised module: in the tests' own code the standard library asks a protocol about each byte.
package func == (left: [UInt8], right: [UInt8]) -> Bool {
    left.elementsEqual(right)
}
