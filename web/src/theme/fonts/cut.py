"""Cuts the files of this folder out of the fonts of @fontsource-variable: `python cut.py`, with fonttools and brotli."""

from pathlib import Path

from fontTools.otlLib.builder import ClassDefBuilder, buildCoverage, buildValue
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
WHOLE = HERE / "../../../../node_modules/@fontsource-variable"
FONTS = {"bricolage-grotesque": {"wght": 700}, "figtree": {"wght": (400, 400, 700)}}
ASCII = "".join(map(chr, range(0x20, 0x7F)))
USUAL = ASCII + "\u00a0©·×ÁÉÍÑÓÚáéíñóúü–—‘’“”•…→−"
RARE = "".join(map(chr, range(0xA1, 0x100))) + "ıŒœ‚„‹›€™←↑↓"
# Figures of one width in tables, and kerning; no page asks for fractions.
FEATURES = ["kern", "tnum"]
# In thousandths of an em: what nobody sees at the size of a heading takes as much room as what people see.
KERNING_STEP = 20


def cut(family, limits, name, characters):
    font = TTFont(WHOLE / family / f"files/{family}-latin-wght-normal.woff2")
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=[1, 2])
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    font = instantiateVariableFont(font, limits)
    if "fvar" not in font:
        coarsen_kerning(font)
    font.flavor = "woff2"
    font.save(HERE / f"{family}-{name}.woff2")


def coarsen_kerning(font):
    """Kerning in steps, as one table of classes. That of a font with an axis is small, and moves with the axis."""
    lookup = next(l for l in font["GPOS"].table.LookupList.Lookup if l.LookupType == 2)
    glyphs = font.getGlyphOrder()
    rows = {left: tuple(step_of(lookup, left, right) for right in glyphs) for left in glyphs}
    columns = {right: tuple(rows[left][i] for left in glyphs) for i, right in enumerate(glyphs)}
    lookup.SubTable = [table_of(classes_of(rows), classes_of(columns), rows, glyphs)]
    lookup.SubTableCount = 1


def step_of(lookup, left, right):
    value = next((v for table in lookup.SubTable if (v := kerning(table, left, right)) is not None), 0)
    return round(value / KERNING_STEP) * KERNING_STEP


def kerning(table, left, right):
    """Of the first table that knows the pair; None leaves it to the next."""
    if left not in table.Coverage.glyphs:
        return None
    if table.Format == 1:
        pairs = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
        return next((pair.Value1.XAdvance for pair in pairs if pair.SecondGlyph == right), None)
    row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)]
    value = row.Class2Record[table.ClassDef2.classDefs.get(right, 0)].Value1
    return getattr(value, "XAdvance", 0)


def classes_of(values):
    """Glyphs that are kerned alike."""
    alike = {}
    for glyph, value in values.items():
        if any(value):
            alike.setdefault(value, set()).add(glyph)
    return list(alike.values())


def table_of(lefts, rights, rows, glyphs):
    table = otTables.PairPos()
    table.Format = 2
    table.ValueFormat1, table.ValueFormat2 = 4, 0
    table.Coverage = buildCoverage(set().union(*lefts), {glyph: i for i, glyph in enumerate(glyphs)})
    first, second = ClassDefBuilder(useClass0=True), ClassDefBuilder(useClass0=False)
    for group in lefts:
        first.add(group)
    for group in rights:
        second.add(group)
    table.ClassDef1, table.ClassDef2 = first.build(), second.build()
    table.Class1Record = [record_of(group, second.classes(), rows, glyphs) for group in first.classes()]
    table.Class1Count, table.Class2Count = len(first.classes()), len(second.classes())
    return table


def record_of(lefts, rights, rows, glyphs):
    row = rows[min(lefts)]
    record = otTables.Class1Record()
    record.Class2Record = []
    for group in rights:
        cell = otTables.Class2Record()
        cell.Value1 = buildValue({"XAdvance": row[glyphs.index(min(group))] if group else 0})
        cell.Value2 = None
        record.Class2Record.append(cell)
    return record


for family, limits in FONTS.items():
    cut(family, limits, "usual", USUAL)
    cut(family, limits, "rare", "".join(c for c in RARE if c not in USUAL))
