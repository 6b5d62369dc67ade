import type { LauncherApplication } from '@portico/core'
import { useRef, useState, type HTMLAttributes } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'

export type Arrangeable = {
  /** `to` counts from 0 among the applications of the list. */
  readonly onMove: (id: string, to: number) => void
  /** Tells a screen reader. */
  readonly announce: (text: string) => void
}

/** Loaded when the pointer or the focus first comes to a list that can be arranged. */
const load = () => import('./arranging.ts')
type Tools = Awaited<ReturnType<typeof load>>
type Grab = { readonly id: string; readonly ids: readonly string[]; readonly tools: Tools }

/** Moving applications of a list by keyboard and by pointer. `shown`: in the order in which they are drawn meanwhile. */
export function useArranging(applications: readonly LauncherApplication[], arranging: Arrangeable | undefined) {
  const words = useWords()
  const tools = useRef<Promise<Tools>>(undefined)
  const [grab, setGrab] = useState<Grab>()
  if (arranging === undefined) return { shown: applications, grabbed: undefined, handlers: {} }

  // A row that the list no longer shows cannot be held.
  const held = grab !== undefined && applications.some(({ id }) => id === grab.id) ? grab : undefined
  const ready = () => {
    tools.current ??= load()
    tools.current.catch(() => (tools.current = undefined))
    return tools.current
  }
  const ids = applications.map(({ id }) => id)
  const tell = (word: 'grabbed' | 'position' | 'dropped' | 'putBack', id: string, order: readonly string[]) => {
    const name = applications.find((one) => one.id === id)?.label ?? ''
    const place = { name, position: order.indexOf(id) + 1, count: order.length }
    arranging.announce(words.say(`launcher.${word}`, place))
  }
  const take = async (id: string) => {
    const loaded = await ready()
    setGrab({ id, ids, tools: loaded })
    tell('grabbed', id, ids)
  }
  const drop = ({ id, ids: order }: Grab) => {
    setGrab(undefined)
    if (order.indexOf(id) !== ids.indexOf(id)) arranging.onMove(id, order.indexOf(id))
    tell('dropped', id, order)
  }

  const handlers: HTMLAttributes<HTMLUListElement> = {
    onPointerEnter: () => void ready().catch(() => undefined),
    onFocus: () => void ready().catch(() => undefined),
    onKeyDown(event) {
      if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
      const target = event.target as HTMLElement
      const id = itemOf(target)
      if (id === undefined || !target.matches('[data-tile], [data-grip]')) return
      if (held === undefined) {
        if (event.key !== ' ') return
        event.preventDefault()
        return void take(id).catch(() => undefined)
      }
      const deed = held.tools.deedOf(event.key, held, event.currentTarget, document.dir === 'rtl' ? 'rtl' : 'ltr')
      if (deed === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (deed === 'drop') return drop(held)
      if (deed === 'put-back') {
        setGrab(undefined)
        return tell('putBack', held.id, ids)
      }
      setGrab({ ...held, ids: deed })
      tell('position', held.id, deed)
    },
    onBlur(event) {
      const stays = event.relatedTarget !== null && itemOf(event.relatedTarget as HTMLElement) === held?.id
      if (held !== undefined && !stays) drop(held)
    },
    onClick(event) {
      const grip = (event.target as HTMLElement).closest<HTMLElement>('[data-grip]')
      const id = grip === null ? undefined : itemOf(grip)
      if (id === undefined) return
      grip?.focus()
      if (held === undefined) void take(id).catch(() => undefined)
      else drop(held)
    },
    onPointerDown(event) {
      const target = event.target as HTMLElement
      const id = itemOf(target)
      const isOnGrip = target.closest('[data-grip]') !== null
      const isByMouse = event.pointerType === 'mouse' && target.closest('button') === null
      if (id === undefined || event.button !== 0 || held !== undefined || !(isOnGrip || isByMouse)) return
      const { currentTarget: list, nativeEvent: start } = event
      const isPressed = untilReleased(start.pointerId)
      void ready().then(
        ({ drag }) => {
          if (!isPressed()) return
          drag(start, list, ids.indexOf(id), (to) => {
            arranging.onMove(id, to)
            tell('dropped', id, ids.filter((one) => one !== id).toSpliced(to, 0, id))
          })
        },
        () => undefined,
      )
    },
  }
  const byId = new Map(applications.map((one) => [one.id, one]))
  const shown = held === undefined ? applications : held.ids.flatMap((id) => byId.get(id) ?? [])
  return { shown, grabbed: held?.id, handlers }
}

/** Whether a pointer that was just pressed still is: the code of dragging may come after its release. */
function untilReleased(pointerId: number): () => boolean {
  const released = new AbortController()
  const end = (event: PointerEvent) => {
    if (event.pointerId === pointerId) released.abort()
  }
  for (const type of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(type, end, { capture: true, signal: released.signal })
  return () => !released.signal.aborted
}

function itemOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-item]')?.dataset['item']
}
