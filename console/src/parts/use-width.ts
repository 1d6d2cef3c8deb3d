import { useEffect, useRef, useState } from 'react'

/** What is drawn before its place has been measured. */
const firstWidthPx = 640

/** A picture is drawn for the width it has: letters keep their size on a phone. */
export function useWidth() {
  const place = useRef<HTMLElement>(null)
  const [widthPx, setWidthPx] = useState(firstWidthPx)
  useEffect(() => {
    const watched = place.current
    if (watched === null) return undefined
    const observer = new ResizeObserver(([entry]) =>
      setWidthPx(Math.floor(entry?.contentRect.width ?? firstWidthPx)),
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return { place, widthPx }
}
