import { useState } from 'react'
import { type FileUpload, useUploadProgress } from '@/data/files/uploads'
import { fileNameOf } from '@/lib/files/file-rules'
import { Button } from '@/ui/button'
import { TextArea, TextField } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedFormDialog } from '@/ui/forms/versioned-form'
import { Notice } from '@/ui/notice'
import {
  type InsurancePolicy,
  type PolicyForm,
  policies,
  policyLimits,
  policySchema,
  useSavePolicy,
} from './data'
import { formatAmount } from './money'

interface Props {
  ownerId: string
  /** The policy to edit; null to add one. */
  policy: InsurancePolicy | null
  onClose: () => void
}

function toValues(policy: InsurancePolicy | null): PolicyForm {
  const coverage = policy?.coverage_amount ?? null
  return {
    provider: policy?.provider ?? '',
    policy_number: policy?.policy_number ?? '',
    coverage_amount: coverage === null ? '' : formatAmount(coverage),
    agent_contact: policy?.agent_contact ?? '',
    notes: policy?.notes ?? '',
  }
}

/** Adds or edits a policy. Keeps the input and the chosen file until they are saved. */
export function PolicyDialog({ ownerId, policy, onClose }: Props) {
  const { mutateAsync: save } = useSavePolicy(ownerId)
  const [path, setPath] = useState(policy?.document_path ?? null)
  const [removed, setRemoved] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [upload, setUpload] = useState<FileUpload | null>(null)
  const progress = useUploadProgress(upload)
  const editing = useVersionedForm({
    schema: policySchema,
    loaded: policy,
    toValues,
    save: (input, loaded, id) =>
      save({ id, loaded, input, document: file ?? (removed ? 'remove' : 'keep'), onUpload: setUpload }),
    reread: () => policies.read(policy?.id ?? ''),
    onOther: (other) => {
      setPath(other?.document_path ?? null)
      setRemoved(false)
      setFile(null)
    },
    onSaved: onClose,
  })
  const { field, busy } = editing

  return (
    <VersionedFormDialog
      title={policy ? 'Edit Policy' : 'Add Policy'}
      description="Only the provider is needed. A policy number alone is enough to find a policy later."
      editing={editing}
      what="this policy"
      submitLabel={policy ? 'Save Policy' : 'Add Policy'}
      unsaved={removed || file !== null}
      onClose={onClose}
    >
      <TextField label="Provider" hint="The company that insures you." {...field('provider')} />
      <TextField label="Policy number" optional {...field('policy_number')} />
      <TextField
        label="Coverage amount"
        optional
        inputMode="decimal"
        hint="In US dollars, such as 150,000.50: what is paid out after your death."
        {...field('coverage_amount')}
      />
      <TextField
        label="Agent contact"
        optional
        hint="Whom to call: a name, a phone number or an e-mail address."
        {...field('agent_contact')}
      />
      <TextArea
        label="Notes"
        optional
        hint="Who is insured, who is to receive the money, where the papers are."
        limit={policyLimits.notes}
        {...field('notes')}
      />
      {path === null || removed ? null : (
        <div>
          <p className="mb-1.5 font-semibold">Document</p>
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-well px-4 py-2">
            <p className="min-w-0 break-all">{fileNameOf(path)}</p>
            <Button variant="quiet" disabled={busy} onClick={() => setRemoved(true)}>
              Remove document
            </Button>
          </div>
        </div>
      )}
      {removed ? (
        <Notice
          role="status"
          action={
            <Button disabled={busy} onClick={() => setRemoved(false)}>
              Keep the document
            </Button>
          }
        >
          The document is deleted when you save.
        </Notice>
      ) : null}
      <FilePicker
        label={path === null || removed ? 'Document (optional)' : 'Replace it with (optional)'}
        hint="The policy or a letter about it: PDF or image files up to 25 MB"
        file={file}
        disabled={busy}
        onChange={setFile}
      />
      {upload ? <UploadProgress {...progress} onCancel={upload.cancel} onResume={upload.resume} /> : null}
    </VersionedFormDialog>
  )
}
