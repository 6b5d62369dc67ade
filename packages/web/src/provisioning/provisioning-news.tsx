import { provisioningNewsInWords, type Provisioning } from '@portico/core'
import { useEffect, useRef, useState } from 'react'

import { useWords } from '../context/portal-context.tsx'

/** Says what came by itself, such as a pause: once, and nothing of what a refresh left alone. */
export function ProvisioningNews({ stored }: { readonly stored: Provisioning }) {
  const words = useWords()
  const before = useRef(stored)
  const [news, setNews] = useState({ text: '', count: 0 })
  useEffect(() => {
    const text = provisioningNewsInWords(before.current, stored, words)
    before.current = stored
    if (text !== undefined) setNews(({ count }) => ({ text, count: count + 1 }))
  }, [stored, words])
  // Another element each time: the same sentence is said again when it becomes true again.
  return (
    <output className="visually-hidden">
      <span key={news.count}>{news.text}</span>
    </output>
  )
}
