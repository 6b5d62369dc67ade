import { useWords } from '../context/portal-context.tsx'
import { IconButton } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { useCopied } from './use-copied.ts'

/** Copies a text, and confirms it briefly. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const words = useWords()
  const { isCopied, copy } = useCopied(text)
  return (
    <>
      <IconButton label={label} onClick={copy}>
        {isCopied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <output className="visually-hidden">{isCopied && words.say('serviceAccount.copied')}</output>
    </>
  )
}
