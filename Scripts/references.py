#!/usr/bin/env python3
"""Write the table of named character references for the reader of HTML.

    Scripts/references.py > Sources/MIME/Assets/references

The names are those of the HTML Standard (https://html.spec.whatwg.org/multipage/named-characters.html), as Python
has them. A line has a name, its characters in hexadecimal, and `!` where the name may stand without a semicolon.
"""

import html.entities

names = html.entities.html5
for name in sorted(name[:-1] for name in names if name.endswith(";")):
    characters = ",".join("%X" % ord(one) for one in names[name + ";"])
    print(name, characters, *(["!"] if name in names else []))
