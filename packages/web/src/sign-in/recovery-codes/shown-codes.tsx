import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { CopyTextButton } from '../../kit/ui/copy-text-button.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import form from '../../kit/ui/form-page.module.css'

/** Codes that no later page shows: to print, copy or download now. */
export function ShownCodes({ codes, onHide }: { codes: readonly string[]; onHide: () => void }) {
  const words = useWords()
  const text = codes.join('\n')
  return (
    <div className={form['note']} role="alert">
      <p>{words.say(codes.length === 1 ? 'recoveryCodes.shownOne' : 'recoveryCodes.shownOnce')}</p>
      <ul>
        {codes.map((code, index) => (
          <li key={code}>
            <CopyableCode text={code} label={words.say('recoveryCodes.copyOne', { number: index + 1 })} />
          </li>
        ))}
      </ul>
      {codes.length > 1 && <CopyTextButton text={text}>{words.say('recoveryCodes.copy')}</CopyTextButton>}
      <Button onClick={() => download(text)}>{words.say('recoveryCodes.download')}</Button>
      <Button onClick={() => window.print()}>{words.say('recoveryCodes.print')}</Button>
      <Button look="primary" onClick={onHide}>
        {words.say('recoveryCodes.hide')}
      </Button>
    </div>
  )
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
