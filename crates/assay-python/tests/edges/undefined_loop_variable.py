def f(xs):
    for x in xs:
        pass
    return x
# ----
def f():
    for x in range(3):
        pass
    return x
# ----
def f():
    for x in [1, 2]:
        pass
    return x
# ----
def f():
    for x in []:
        pass
    return x
# ----
def f(xs):
    for i, x in enumerate(xs):
        pass
    return i, x
# ----
def f():
    for i, x in enumerate([1, 2]):
        pass
    return i, x
# ----
def f():
    for i, x in enumerate(range(3)):
        pass
    return i, x
# ----
def f(xs):
    for x in xs:
        pass
    else:
        return 1
    return x
# ----
def f(xs):
    for x in xs:
        pass
    else:
        raise ValueError
    return x
# ----
def f(xs):
    for x in xs:
        pass
    else:
        x = 1
    return x
# ----
def f(xs):
    x = None
    for x in xs:
        pass
    return x
# ----
def f(xs):
    for x in xs:
        for y in x:
            pass
        print(y)
    return x, y
# ----
def f(xs):
    if xs:
        for x in xs:
            pass
        print(x)
    return x
# ----
for x in xs:
    pass
print(x)
# ----
for x in [1]:
    pass
print(x)
# ----
xs = [1, 2]
for x in xs:
    pass
print(x)
# ----
xs = []
for x in xs:
    pass
print(x)
# ----
def f(xs):
    for x in xs:
        pass
    for x in xs:
        print(x)
    return x
# ----
def f(xs):
    for x in xs:
        print(x)
    while True:
        x += 1
# ----
def f(xs):
    for x in xs:
        def g():
            return x
        print(g)
    return g
# ----
def f(xs):
    for x in xs:
        print(x)
    return lambda: x
# ----
def f(xs):
    for x in xs:
        print(x)
    return [x for y in xs]
# ----
def f(xs):
    for x in xs:
        print(x)
    return [x for x in xs]
# ----
def f(xs):
    for x in xs:
        if x:
            break
    else:
        x = None
    return x
# ----
def f(xs):
    for x in xs:
        if x:
            break
    else:
        print(x)
    print(x)
# ----
def f(s):
    for c in "abc":
        pass
    return c
# ----
def f(d):
    for k in {"a": 1}:
        pass
    return k
# ----
def f(d):
    for k in d.items():
        pass
    return k
# ----
def f(d):
    for k in (1, 2):
        pass
    return k
# ----
def f(d):
    for k in list(d):
        pass
    return k
# ----
def f(d):
    for k in range(len(d)):
        for m in d:
            pass
    return k, m
# ----
def f(d):
    try:
        for k in d:
            pass
    except ValueError:
        pass
    return k
# ----
def f(d):
    with d:
        for k in d:
            pass
    return k
# ----
def f(d):
    while d:
        for k in d:
            pass
        d = k
# ----
def f(d):
    for k in d:
        pass
    if k:
        k = 1
    return k
# ----
def f(d):
    for k in d:
        pass
    k = k + 1
    return k
# ----
def f(d):
    for k in d:
        pass
    del k
# ----
def f(d):
    for k in d:
        pass
    else:
        import sys
        sys.exit(1)
    return k
# ----
def f(d):
    if d:
        k = 1
    else:
        for k in d:
            pass
    return k
# ----
def f(d):
    if d:
        for k in d:
            pass
    else:
        k = 1
    return k
# ----
def f(d):
    if d:
        for k in d:
            pass
    else:
        for k in d:
            pass
    return k
# ----
class A:
    for k in nowhere():
        pass
    print(k)
# ----
def f(d):
    for k in sorted(d):
        pass
    return f"{k}"
# ----
def f(d):
    for k, (m, *n) in d:
        pass
    return k, m, n
# ----
def f(d):
    for d.k in d:
        pass
    return d.k
# ----
def f(d):
    print([k for k in d if (m := k)])
    return m
# ----
def f(d):
    for k in d:
        pass
    for m in k:
        pass
    print(k)
# ----
def f(k):
    for k in k:
        pass
    return k
# ----
k = 1
def f(d):
    for k in d:
        pass
    return k
# ----
for k in (1 for _ in ()):
    pass
def f():
    return k
# ----
def f(n):
    for i in reversed(range(n)):
        pass
    return i
# ----
def f(n):
    for i in range(n) if n else []:
        pass
    return i
# ----
def f(n):
    r = range(n)
    for i in r:
        pass
    return i
# ----
def f(n):
    primes = []
    for i in range(n):
        primes.append(i)
    for p in primes:
        pass
    return p
# ----
def f(n):
    primes = [2]
    for p in primes:
        if p > n:
            break
    return p
# ----
def f(n):
    primes = [2] * n
    for p in primes:
        pass
    return p
# ----
def f(n):
    for p in [1] + [2]:
        pass
    return p
# ----
def f(n):
    for p in {1, 2}:
        pass
    return p
# ----
async def f(n):
    async for p in n:
        pass
    return p
