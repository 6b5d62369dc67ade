import { askedAction } from '@portico/core'
import { useEffect } from 'react'

import { useQuery } from './use-query.ts'

/** Opens the deletion that the address asks for, once: the palette leads here. */
export function useAskedDeletion(open: () => void): void {
  const { query, change } = useQuery()
  const isAsked = query.get(askedAction.name) === askedAction.delete
  useEffect(() => {
    if (!isAsked) return
    change({ [askedAction.name]: '' })
    open()
  })
}
