import { useEffect, useRef, useState } from 'react'

import styles from './list-head.module.css'

type Properties = {
  /** How many rows are shown; undefined before the first answer. */
  readonly text: string | undefined
  readonly isFetching: boolean
  /** Only for screen readers. */
  readonly isHidden?: boolean
}

/**
 * Says how many rows there are once the person opened, filtered or extended a list. What a refresh in the background changes is not
 * said: the sentence goes when it is no longer true.
 */
export function ListCount({ text, isFetching, isHidden = false }: Properties) {
  const [said, setSaid] = useState<string>()
  const wasFetching = useRef(true)
  useEffect(() => {
    if (wasFetching.current && !isFetching) setSaid(text)
    wasFetching.current = isFetching
  }, [text, isFetching])
  return (
    <output className={isHidden ? 'visually-hidden' : styles['rows']}>{!isFetching && said === text && text}</output>
  )
}
