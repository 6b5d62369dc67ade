import { keyFileName, makeKeyPair, type KeyField, type ServiceAccountEditor } from '@portico/core'
import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { download } from '../../kit/ui/download.ts'
import styles from '../../kit/ui/key-card.module.css'

/** Makes a key pair in the browser: the private key is downloaded once and never sent, the public key goes into the form. */
export function MakeKey({ editor, field: { name: slot, label } }: { editor: ServiceAccountEditor; field: KeyField }) {
  const words = useWords()
  const [made, setMade] = useState<string>()
  const [isMaking, setIsMaking] = useState(false)
  // Browsers make keys only on https and on this machine.
  if (!globalThis.isSecureContext) return null
  async function make() {
    setIsMaking(true)
    try {
      const { publicKey, privateKey } = await makeKeyPair(globalThis.crypto)
      const name = keyFileName(editor.getState().form.values.name)
      download(privateKey, { name, type: 'application/x-pem-file' })
      editor.takeKey(slot, publicKey)
      setMade(name)
    } finally {
      setIsMaking(false)
    }
  }
  return (
    <div className={styles['actions']}>
      <Button
        aria-label={words.say('key.makeTitle', { key: words.say(label) })}
        disabled={isMaking}
        onClick={() => void make()}
      >
        {words.say('key.make')}
      </Button>
      <output className={styles['note']}>{made !== undefined && words.say('key.made', { file: made })}</output>
    </div>
  )
}
