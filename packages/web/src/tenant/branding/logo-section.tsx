import type { BrandingEditor, TenantBranding, UploadForm } from '@portico/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { useWords } from '../../kit/context/portal-context.tsx'
import { UploadIcon } from '../../kit/ui/admin-icons.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { UploadDialog } from '../../kit/ui/upload-dialog.tsx'
import styles from './branding.module.css'

/** The logo is uploaded or removed at once, without Save. */
export function LogoSection({ editor, logo }: { editor: BrandingEditor; logo: TenantBranding['logo'] }) {
  const words = useWords()
  const root = useRef<HTMLElement>(null)
  const [upload, setUpload] = useState<UploadForm>()
  const [isRemoving, setRemoving] = useState(false)
  const focusUpload = () => root.current?.querySelector<HTMLElement>('[data-upload]')?.focus()
  const close = () => {
    flushSync(() => setUpload(undefined))
    focusUpload()
  }
  const remove = async () => {
    if (isRemoving) return
    setRemoving(true)
    if (await editor.removeLogo()) focusUpload()
    setRemoving(false)
  }
  return (
    <section ref={root} className={styles['section']} aria-labelledby="logo">
      <h2 id="logo" className={styles['title']}>
        {words.say('branding.logo')}
      </h2>
      {logo === null && <p>{words.say('branding.logoNone')}</p>}
      <p className={styles['hint']}>{words.say('branding.logoHint')}</p>
      <div className={styles['actions']}>
        <Button data-upload="" onClick={() => setUpload(editor.upload())}>
          <UploadIcon />
          {words.say('branding.logoUpload')}
        </Button>
        {logo !== null && (
          <Button look="quiet" busy={isRemoving} onClick={() => void remove()}>
            {words.say('branding.logoRemove')}
          </Button>
        )}
      </div>
      {upload !== undefined && (
        <UploadDialog
          title={words.say('branding.logoUpload')}
          help={words.say('branding.logoHint')}
          fileLabel={words.say('branding.logoFile')}
          accept="image/png,image/jpeg,image/webp"
          upload={upload}
          onClose={close}
        />
      )}
    </section>
  )
}
