import math


def track_length(points, closed=False):
    totalDistance = 0.0
    numPoints = len(points)
    for point in points:
        if point[0] < -90 or point[0] > 90 or point[1] < -180 or point[1] > 180:
            raise ValueError("invalid point")
    if numPoints < 2:
        return 0.0
    else:
        lastIndex = numPoints if closed else numPoints - 1
        for i in range(lastIndex):
            latA, lonA = points[i]
            latB, lonB = points[(i + 1) % numPoints]
            deltaLat = math.radians(latB - latA)
            deltaLon = math.radians(lonB - lonA)
            cosines = math.cos(math.radians(latA)) * math.cos(math.radians(latB))
            value = math.sin(deltaLat / 2) ** 2 + cosines * math.sin(deltaLon / 2) ** 2
            totalDistance += 2 * 6371.0088 * math.asin(min(1.0, math.sqrt(value)))
        return totalDistance
