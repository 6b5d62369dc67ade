import type { RefObject } from 'react'

import { useWords } from '../context/portal-context.tsx'
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
  if (!hasNext && !hasPrevious) return null
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
