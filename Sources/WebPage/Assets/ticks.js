// Round numbers for the axis of a chart.

/**
 * From zero up to at least a number, in steps of 1, 2 or 5 times a power of ten.
 * @param {number} most
 */
export function ticks(most) {
    const rough = Math.max(most, 1) / 4, power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? power);
    const count = Math.max(1, Math.ceil(most / step));
    return Array.from({ length: count + 1 }, (_, index) => index * step);
}
