import { useState } from 'react'

const key = 'portico.repair'

/** This tab began a repair session. Only a hint for drawing: the server knows, and `cloudsession` says it. */
export function markRepair(): void {
  sessionStorage.setItem(key, '1')
}

export function unmarkRepair(): void {
  sessionStorage.removeItem(key)
}

/** As it was when the page was loaded: beginning and ending a repair session load a page. */
export function useIsRepair(): boolean {
  const [isRepair] = useState(() => isMarked())
  return isRepair
}

function isMarked(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    // The browser keeps nothing for this site: the ordinary frame is drawn.
    return false
  }
}
