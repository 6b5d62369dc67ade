import { useEffect, useState } from 'react'

import { copyText } from './copy-text.ts'

const confirmationMs = 2_000

/** Copies on demand; `isCopied` is true for a moment after copying this text succeeded. */
export function useCopied(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState<string>()
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    isCopied: copied === text,
    copy: () => void copyText(text).then((done) => setCopied(done ? text : undefined)),
  }
}
