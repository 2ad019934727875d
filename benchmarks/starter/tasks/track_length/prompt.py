def track_length(points: list[list[float]], closed: bool = False) -> float:
    """Return the length of a track over the globe, in kilometres.

    A point is [latitude, longitude] in degrees; latitudes are from -90 to 90, longitudes
    from -180 to 180. The track goes from each point to the next along the shorter arc of
    a great circle; a closed track also goes from the last point to the first one. The
    Earth is a sphere with a radius of 6371.0088 km. A track of fewer than two points has
    no length. The points are not changed.

    Raises ValueError if a latitude or a longitude is out of its range.

    >>> round(track_length([[0.0, 0.0], [0.0, 90.0]]), 3)
    10007.557
    """
