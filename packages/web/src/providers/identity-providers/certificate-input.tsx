import { certificateViewOf, fileBytesMax, type ConfigField, type IdentityProviderEditor } from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import type { ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { CopyButton } from '../../kit/ui/copy-button.tsx'
import { Fingerprint, KeyCard, KeyTime } from '../../kit/ui/key-card.tsx'
import { TextArea } from '../../kit/ui/text-area.tsx'
import { CertificateLife, ExtendButton } from './certificate-state.tsx'
import texts from '../../kit/ui/texts.module.css'

type Properties = { readonly editor: IdentityProviderEditor; readonly field: ConfigField }

/** One signing certificate. Of two empty slots the first is open, because one certificate is required. */
export function CertificateInput({ editor, field }: Properties) {
  const words = useWords()
  const { name, label, help } = field
  const { form, stored } = useEditor(editor)
  const { text, facts, bits } = certificateViewOf(name, form, stored?.certificates ?? [])
  const isNeeded = name === slots[0] && slots.every((slot) => textIn(form.values, slot).trim() === '')
  const kind = (
    <>
      {bits === undefined ? algorithm : words.say('key.bits', { algorithm, bits })}
      <CopyButton text={text} label={words.say('key.copy', { key: label })} />
    </>
  )
  return (
    <KeyCard
      title={label}
      saved={textIn(form.fetched.values, name)}
      value={textIn(form.values, name)}
      isNeeded={isNeeded}
      none={help}
      keep={words.say('certificate.keep')}
      uploadHelp={words.say('certificate.uploadHelp', { max: fileBytesMax })}
      facts={[
        ...(facts?.subject == null ? [] : [{ label: words.say('certificate.subjectLabel'), value: facts.subject }]),
        { label: words.say('certificate.life'), value: facts && <CertificateLife facts={facts} /> },
        { label: words.say('key.kind'), value: kind },
        { label: words.say('key.fingerprintLabel'), value: <Fingerprint text={facts?.fingerprint} /> },
        { label: words.say('key.added'), value: <KeyTime at={facts?.addedAt} none={words.say('key.addedUnknown')} /> },
        {
          label: words.say('key.lastUsed'),
          value: <KeyTime at={facts?.lastUsedAt} none={words.say('certificate.unused')} />,
        },
      ]}
      more={facts && <ExtendButton facts={facts} />}
      onChange={(typed) => editor.setField(name, typed)}
      onUpload={() => editor.uploadCertificate(name)}
    >
      {(upload) => (
        <CertificateText editor={editor} field={field} isTyped={text !== ''}>
          {upload}
        </CertificateText>
      )}
    </KeyCard>
  )
}

/** The algorithm of every certificate and key that is accepted. */
const algorithm = 'RSA'

/** At least one of them is required. */
const slots = ['signingCertificate1', 'signingCertificate2']

type TextProperties = Properties & { readonly isTyped: boolean; readonly children: ReactNode }

function CertificateText({ editor, field: { name, help }, isTyped, children }: TextProperties) {
  const words = useWords()
  const { form } = useEditor(editor)
  return (
    <>
      {isTyped && <p className={texts['soft']}>{words.say('certificate.unsaved')}</p>}
      <TextArea
        label={words.say('certificate.text')}
        value={textIn(form.values, name)}
        placeholder="-----BEGIN CERTIFICATE-----"
        hint={help}
        error={useProblem(editor, name)}
        onChange={(typed) => editor.setField(name, typed)}
        onBlur={() => editor.visit(name)}
      />
      <div>{children}</div>
    </>
  )
}

function textIn(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}
