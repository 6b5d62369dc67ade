import { provisioningNewsInWords, type Provisioning } from '@portico/core'
import { useEffect, useRef, useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'

/** Announces a change that the user did not make, such as a pause: once, and only if a refresh changed something. */
export function ProvisioningNews({ stored }: { readonly stored: Provisioning }) {
  const words = useWords()
  const before = useRef(stored)
  const [news, setNews] = useState({ text: '', count: 0 })
  useEffect(() => {
    const text = provisioningNewsInWords(before.current, stored, words)
    before.current = stored
    if (text !== undefined) setNews(({ count }) => ({ text, count: count + 1 }))
  }, [stored, words])
  // Another element each time: the same sentence is announced again when it becomes true again.
  return (
    <output className="visually-hidden">
      <span key={news.count}>{news.text}</span>
    </output>
  )
}
