import { useLayoutEffect, useRef, type RefObject } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { focusForNow } from './focus-for-now.ts'
import { Pager } from './pager.tsx'

type Turn = 'first' | 'previous' | 'next' | 'last'

type Properties = {
  readonly list: Readonly<Record<Turn, () => Promise<void>>>
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  /** Its beginning is shown after a turn. */
  readonly section: RefObject<HTMLElement | null>
}

/** Turns the pages of a list of core; nothing while there is one page. */
export function ListPager({ list, hasNext, hasPrevious, section }: Properties) {
  const words = useWords()
  const isPaged = hasNext || hasPrevious
  const wasPaged = useRef(isPaged)
  // A refresh can leave one page: the focus of the pager moves to the heading, and not to what is before the list.
  useLayoutEffect(() => {
    const isFocusLost = wasPaged.current && !isPaged && document.activeElement === document.body
    wasPaged.current = isPaged
    const heading = section.current?.querySelector<HTMLElement>('h1, h2, h3') ?? section.current
    if (isFocusLost && heading) focusForNow(heading, { preventScroll: true })
  }, [isPaged, section])
  if (!isPaged) return null
  const action = (turn: Turn, isPossible: boolean) => ({
    label: words.say(`list.${turn}`),
    isPossible,
    go: () => void list[turn]().then(() => section.current?.scrollIntoView({ block: 'start' })),
  })
  return (
    <Pager
      label={words.say('list.pages')}
      actions={[
        action('first', hasPrevious),
        action('previous', hasPrevious),
        action('next', hasNext),
        action('last', hasNext),
      ]}
    />
  )
}
