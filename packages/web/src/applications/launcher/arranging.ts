import { moved } from '@portico/core'

import { tileInDirection } from './move-between-tiles.ts'

type Held = { readonly id: string; readonly ids: readonly string[] }

/**
 * What a key does while an application is held: the order it leads to, putting it down or back; undefined for other
 * keys. `list` draws one element for each application, in the order of `ids`.
 */
export function deedOf(
  key: string,
  { id, ids }: Held,
  list: HTMLElement,
  direction: 'ltr' | 'rtl',
): readonly string[] | 'drop' | 'put-back' | undefined {
  if (key === ' ' || key === 'Enter') return 'drop'
  if (key === 'Escape') return 'put-back'
  if (!/^(?:Arrow|Home|End)/.test(key)) return undefined
  const boxes = Array.from(list.children, (item) => item.getBoundingClientRect())
  const isOneColumn = new Set(boxes.map(({ left }) => Math.round(left))).size === 1
  const from = ids.indexOf(id)
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const to = isOneColumn && step !== undefined ? from + step : tileInDirection(boxes, from, key, direction)
  return to === undefined ? ids : moved(ids, id, to)
}

/** Pixels after which a press is a drag, and not a click. */
const slack = 6
/** Pixels at the edges of the window where a drag scrolls, and pixels for each frame. */
const edge = 64
const scrollStep = 12

/**
 * Lets the item at `from` follow the pointer that was pressed in `start`, and its neighbours make room, until it is
 * released: `onDrop` gets its new place if that changed. Escape and a cancelled pointer put it back.
 */
export function drag(start: PointerEvent, list: HTMLElement, from: number, onDrop: (to: number) => void): void {
  const items = [...list.children] as HTMLElement[]
  const item = items[from]
  if (item === undefined) return
  let slots: Slot[] = []
  let to = from
  let last = start
  let frame = 0
  const startScroll = window.scrollY
  const ending = new AbortController()
  const on = <T extends keyof WindowEventMap>(type: T, listener: (event: WindowEventMap[T]) => void, capture = false) =>
    window.addEventListener(type, listener, { signal: ending.signal, capture })

  const isDragging = () => slots.length > 0
  function begin(): void {
    slots = items.map(slotOf)
    list.dataset['dragging'] = ''
    item?.setAttribute('data-dragged', '')
    frame = requestAnimationFrame(scroll)
  }

  function follow(): void {
    const x = last.clientX - start.clientX
    const y = last.clientY - start.clientY + window.scrollY - startScroll
    const own = slots[from]
    if (own === undefined || item === undefined) return
    item.style.translate = `${x}px ${y}px`
    to = nearest(slots, own.x + x, own.y + y)
    for (const [index, other] of items.entries()) {
      if (index === from) continue
      const shift = from < index && index <= to ? -1 : to <= index && index < from ? 1 : 0
      const [here, there] = [slots[index], slots[index + shift]]
      other.style.translate = here && there && shift !== 0 ? `${there.x - here.x}px ${there.y - here.y}px` : ''
    }
  }

  function scroll(): void {
    const step =
      last.clientY < edge ? -scrollStep : last.clientY > document.documentElement.clientHeight - edge ? scrollStep : 0
    if (step !== 0) {
      window.scrollBy(0, step)
      follow()
    }
    frame = requestAnimationFrame(scroll)
  }

  function end(isKept: boolean): void {
    ending.abort()
    cancelAnimationFrame(frame)
    if (!isDragging()) return
    // The click that follows the release would open the application.
    const quiet = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('click', quiet, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', quiet, { capture: true }))
    delete list.dataset['dragging']
    item?.removeAttribute('data-dragged')
    for (const one of items) one.style.translate = ''
    if (isKept && to !== from) onDrop(to)
  }

  on('pointermove', (event) => {
    if (event.pointerId !== start.pointerId) return
    // It was released where this page does not hear of it: over another window, or a tab that the click opened.
    if (event.buttons === 0) return end(false)
    last = event
    if (!isDragging() && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > slack) begin()
    if (isDragging()) follow()
  })
  on('pointerup', () => end(true))
  on('pointercancel', () => end(false))
  on('blur', () => end(false))
  on('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    end(false)
  })
  // Text would be selected on the way.
  on('selectstart', (event) => event.preventDefault())
}

type Slot = { readonly x: number; readonly y: number }

/** The middle of an element, from the page's top left. */
function slotOf(element: HTMLElement): Slot {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

function nearest(slots: readonly Slot[], x: number, y: number): number {
  const distances = slots.map((slot) => Math.hypot(slot.x - x, slot.y - y))
  return distances.indexOf(Math.min(...distances))
}
