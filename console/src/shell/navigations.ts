import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'

/** How many times the reader has gone from one page to another since the console was opened. */
export function useNavigations(): number {
  const [path] = useLocation()
  const [count, setCount] = useState(seen.count)
  useEffect(() => {
    if (seen.path !== undefined && seen.path !== path) seen.count += 1
    seen.path = path
    setCount(seen.count)
  }, [path])
  return count
}

/** For the life of the page: it outlives every component that asks. */
const seen: { path: string | undefined; count: number } = { path: undefined, count: 0 }
