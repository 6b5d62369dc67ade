import { useCallback, useState, type RefCallback } from 'react'

/** Whether the content of an element is wider than the element, which then scrolls; follows both sizes. */
export function useIsCut(): readonly [RefCallback<HTMLElement>, boolean] {
  const [isCut, setCut] = useState(false)
  const frame = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth))
    for (const one of [element, ...element.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return [frame, isCut]
}
