extension Int64 {
    /// Divides towards minus infinity.
    package func floored(by divisor: Int64) -> Int64 {
        quotientAndRemainder(flooringBy: divisor).quotient
    }

    /// Divides towards minus infinity, so that the remainder of a positive divisor is never negative.
    package func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
