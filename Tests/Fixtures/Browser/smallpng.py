"""Makes a picture of a screen small: a palette of its 128 most frequent colours (PNG, RFC 2083)."""

import collections
import struct
import zlib


def rows_of(data):
    """The rows of a picture of 8 bits a channel, as RGB."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            size = {2: 3, 6: 4}[colours]
            assert depth == 8
        elif kind == b"IDAT":
            packed += body
        place += length + 12
    raw, before, rows = zlib.decompress(packed), bytearray(width * size), []
    for y in range(height):
        kind, line = raw[y * (width * size + 1)], bytearray(raw[y * (width * size + 1) + 1:(y + 1) * (width * size + 1)])
        for x in range(len(line) if kind else 0):
            left = line[x - size] if x >= size else 0
            above, corner = before[x], before[x - size] if x >= size else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            else:
                best = left + above - corner
                guess = min((abs(best - left), 0, left), (abs(best - above), 1, above), (abs(best - corner), 2, corner))[2]
            line[x] = (line[x] + guess) & 255
        before = line
        rows.append([tuple(line[x:x + 3]) for x in range(0, len(line), size)])
    return width, height, rows


def small(data, most=128):
    width, height, rows = rows_of(data)
    counts = collections.Counter(pixel for row in rows for pixel in row)
    palette = [colour for colour, _ in counts.most_common(most)]
    nearest = {colour: index for index, colour in enumerate(palette)}
    for colour in counts:
        if colour not in nearest:
            nearest[colour] = min(range(len(palette)), key=lambda index: sum((a - b) ** 2 for a, b in zip(palette[index], colour)))
    raw = b"".join(b"\0" + bytes(nearest[pixel] for pixel in row) for row in rows)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", bytes(value for colour in palette for value in colour)) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))
