import math


def unit_vector(point):
    """Return the point on a sphere of radius one."""
    latitude, longitude = point
    if not -90 <= latitude <= 90:
        raise ValueError("latitude out of range")
    if not -180 <= longitude <= 180:
        raise ValueError("longitude out of range")
    phi, lam = math.radians(latitude), math.radians(longitude)
    return math.cos(phi) * math.cos(lam), math.cos(phi) * math.sin(lam), math.sin(phi)


def track_length(points, closed=False):
    vectors = [unit_vector(point) for point in points]
    if closed:
        vectors += vectors[:1]
    angles = []
    for one, other in zip(vectors, vectors[1:]):
        # Half the chord is the sine of half the angle.
        chord = math.dist(one, other)
        angles.append(2 * math.asin(min(1.0, chord / 2)))
    return 6371.0088 * math.fsum(angles)
