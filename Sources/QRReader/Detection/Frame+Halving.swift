// Smaller copies of frames.

extension Frame {
    /// Returns the frame halved as often as needed; every pixel is the mean of those that it replaces.
    ///
    /// - Parameter width: The maximum width, in pixels.
    /// - Returns: The smaller frame; wider than that if it is a single row.
    package func halved(toWidth width: Int) -> Frame {
        guard self.width > width, height > 1 else { return self }
        var plane = LumaPlane()
        plane.share(self)
        while plane.width > width, plane.height > 1 {
            var half = LumaPlane()
            half.halve(plane)
            plane = half
        }
        return Frame(width: plane.width, height: plane.height, luma: plane.pixels)
    }
}
