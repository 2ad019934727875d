for x in xs:
    x = 1
# ----
for x in xs:
    x += 1
# ----
for x in xs:
    x: int = 1
# ----
for x in xs:
    for x in ys:
        pass
# ----
for x in xs:
    for y in ys:
        x = 1
        y = 2
# ----
for x, y in xs:
    x, y = y, x
# ----
for x, (y, z) in xs:
    z = 1
    [y, w] = 1, 2
# ----
for x in xs:
    with a as x:
        pass
# ----
for x in xs:
    if (x := 1):
        pass
# ----
for x in xs:
    import x
# ----
for x in xs:
    def x(): pass
# ----
for x in xs:
    pass
else:
    x = 1
# ----
for x in xs:
    pass
x = 1
# ----
for x in xs:
    def f():
        x = 1
        return x
# ----
for x in xs:
    print([x for x in x])
# ----
for _ in xs:
    _ = 1
# ----
for _x in xs:
    _x = 1
# ----
for dummy in xs:
    dummy = 1
# ----
for x in xs:
    x.y = 1
    x[0] = 1
# ----
for x.y in xs:
    x.y = 1
# ----
for x in xs:
    del x
# ----
for x in xs:
    try:
        pass
    except ValueError as x:
        pass
# ----
for x in xs:
    while True:
        x = 1
# ----
for x in xs:
    if x:
        x = 1
    else:
        x = 2
# ----
for x in xs:
    x = y = 1
# ----
for x in xs:
    y = x = 1
# ----
async def f():
    async for x in xs:
        x = 1
        async with a as x:
            pass
# ----
def f():
    for x in xs:
        x = 1
        x = 2
# ----
for x in xs:
    for x, y in ys:
        y = 1
        x = 1
# ----
for x in xs:
    for y in ys:
        for x in zs:
            pass
# ----
for x in xs:
    class A:
        x = 1
# ----
for x in xs:
    (x, y), z = 1
# ----
for *x, y in xs:
    x = 1
# ----
for x in xs:
    *x, y = 1
# ----
for x in xs:
    match 1:
        case x:
            pass
# ----
for x in xs:
    f = lambda x: x
# ----
for x in xs:
    for x in ys:
        x = 1
# ----
for x in xs:
    with a as (x, y), b as z:
        pass
# ----
for x in xs:
    with a as y:
        y = 1
        with b as y:
            pass
# ----
with a as x:
    x = 1
    for x in xs:
        pass
# ----
while x:
    x = 1
# ----
for i in range(3):
    for j in range(i):
        i = j
    i = i + 1
# ----
def f():
    for x in xs:
        def g():
            for x in ys:
                pass
# ----
for x in xs:
    x = x.strip()
# ----
for x in xs:
    [x] = y
# ----
for x in xs:
    (x) = y
