import { createIconEditor, type Application, type LinkForm, type UploadForm } from '@portico/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { TileFace } from '../launcher/tile-face.tsx'
import { UploadIcon } from '../../kit/ui/admin-icons.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import { UploadDialog } from '../../kit/ui/upload-dialog.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import styles from './icon-section.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly envId: string; readonly application: Application }

/** The icon as the launcher shows it. It is uploaded, linked or removed at once, without Save. */
export function IconSection({ envId, application }: Properties) {
  const core = useCore()
  const words = useWords()
  const root = useRef<HTMLElement>(null)
  const [editor] = useState(() => createIconEditor(core, { envId, application }))
  const { icon, isRemoving } = useStore(editor)
  const [upload, setUpload] = useState<UploadForm>()
  const [link, setLink] = useState<LinkForm>()
  const { label, urn } = application
  // The button that opened a dialog stays; the one that removes an icon goes with it.
  const focusOn = (name: 'upload' | 'link') => root.current?.querySelector<HTMLElement>(`[data-${name}]`)?.focus()
  const close = (name: 'upload' | 'link') => {
    flushSync(() => (name === 'upload' ? setUpload(undefined) : setLink(undefined)))
    focusOn(name)
  }
  const remove = async () => {
    if (await editor.remove()) focusOn('upload')
  }
  return (
    <section ref={root} className={styles['root']} aria-labelledby="icon">
      <h2 id="icon" className={styles['title']}>
        {words.say('application.icon')}
      </h2>
      <TileFace label={label} urn={urn} icon={icon} />
      <div className={styles['text']}>
        {icon === undefined && <p>{words.say('application.iconNone')}</p>}
        <p className={texts['small']}>{words.say('application.iconHint')}</p>
        <div className={styles['actions']}>
          <Button data-upload="" onClick={() => setUpload(editor.upload())}>
            <UploadIcon />
            {words.say('application.iconUpload')}
          </Button>
          <Button data-link="" onClick={() => setLink(editor.link())}>
            {words.say('application.iconLink')}
          </Button>
          {icon !== undefined && (
            <Button look="quiet" busy={isRemoving} onClick={() => void remove()}>
              {words.say('application.iconRemove')}
            </Button>
          )}
        </div>
      </div>
      {upload !== undefined && (
        <UploadDialog
          title={words.say('application.iconUpload')}
          help={words.say('application.iconHint')}
          fileLabel={words.say('application.iconFile')}
          accept="image/png,image/jpeg,image/webp"
          upload={upload}
          onClose={() => close('upload')}
        />
      )}
      {link !== undefined && <LinkDialog link={link} onClose={() => close('link')} />}
    </section>
  )
}

function LinkDialog({ link, onClose }: { link: LinkForm; onClose: () => void }) {
  const words = useWords()
  const form = useRef<HTMLFormElement>(null)
  const { url, problem, isReading } = useStore(link)
  const take = async () => {
    if (await link.take()) return onClose()
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Dialog
      title={words.say('application.iconLink')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.say('form.cancel')}</Button>
          <Button look="primary" busy={isReading} onClick={() => void take()}>
            {words.say('application.iconLinkConfirm')}
          </Button>
        </>
      }
    >
      <p className={formPage['hint']}>{words.say('application.iconLinkHelp')}</p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <TextField
          type="url"
          data-initial-focus=""
          label={words.say('application.iconAddress')}
          placeholder="https://"
          value={url}
          error={problem}
          onChange={(typed) => link.setUrl(typed)}
        />
      </form>
    </Dialog>
  )
}
