import type { ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { useCopied } from './use-copied.ts'

/** Copies a text that is not shown; the label names it. */
export function CopyTextButton({ text, children }: { text: string; children: ReactNode }) {
  const words = useWords()
  const { isCopied, copy } = useCopied(text)
  return (
    <>
      <Button onClick={copy}>
        {isCopied ? <CheckIcon /> : <CopyIcon />}
        {children}
      </Button>
      <output className="visually-hidden">{isCopied && words.say('serviceAccount.copied')}</output>
    </>
  )
}
