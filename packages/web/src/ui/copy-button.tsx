import { useEffect, useState } from 'react'

import { useWords } from '../portal/context.tsx'
import { IconButton } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

const confirmationMs = 2_000

/** Copies a text, and says so for a moment. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const words = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      <IconButton label={label} onClick={copy}>
        {copied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <output className="visually-hidden">{copied && words.say('serviceAccount.copied')}</output>
    </>
  )
}
