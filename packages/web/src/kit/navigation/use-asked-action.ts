import { askedAction } from '@portico/core'
import { useEffect } from 'react'

import { useQuery } from './use-query.ts'

/** Opens the deletion that the address asks for, once: the palette leads here. */
export function useAskedDeletion(open: () => void): void {
  useAsked(askedAction.delete, open)
}

/** Leads to the test login that the address asks for, once it is drawn: the wizard ends with it. */
export function useAskedTest(isDrawn: boolean, show: () => void): void {
  useAsked(askedAction.test, show, isDrawn)
}

function useAsked(action: string, act: () => void, isReady = true): void {
  const { query, change } = useQuery()
  const isAsked = query.get(askedAction.name) === action
  useEffect(() => {
    if (!isAsked || !isReady) return
    change({ [askedAction.name]: '' })
    act()
  })
}
