import { useState } from 'react'
import { useUpload } from '@/data/files/use-upload'
import { fileNameOf } from '@/lib/files/stored-names'
import { KeptFile } from '@/parts/kit/kept-file'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { TextArea, TextField } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { formValues } from '@/ui/forms/use-versioned-form'
import {
  type InsurancePolicy,
  type PolicyForm,
  policies,
  policyLimits,
  policySchema,
  useSavePolicy,
} from './data'
import { formatAmount } from './money'

const toTexts = formValues<PolicyForm>({
  provider: '',
  policy_number: '',
  coverage_amount: '',
  agent_contact: '',
  notes: '',
})

const toValues = (policy: InsurancePolicy | null) => {
  const coverage = policy?.coverage_amount ?? null
  return toTexts(policy && { ...policy, coverage_amount: coverage === null ? null : formatAmount(coverage) })
}

/** Adds or edits a policy. Keeps the chosen file until it is saved. */
export function PolicyDialog(props: RowDialogProps<InsurancePolicy>) {
  const { mutateAsync: save } = useSavePolicy(props.ownerId)
  const [path, setPath] = useState(props.row?.document_path ?? null)
  const [removed, setRemoved] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const { upload, onUpload } = useUpload()
  const editing = useRowForm(props, {
    list: policies,
    schema: policySchema,
    toValues,
    save: ({ input, ...given }) =>
      save({ ...given, input: removed ? { ...input, document_path: null } : input, file, onUpload }),
    onOther: (other) => {
      setPath(other?.document_path ?? null)
      setRemoved(false)
      setFile(null)
    },
  })
  const { field, busy } = editing

  return (
    <RowDialog
      noun="Policy"
      description="We only need the provider. A policy number makes it much easier to find the policy later."
      editing={editing}
      unsaved={removed || file !== null}
    >
      <TextField label="Provider" hint="The company that insures you." {...field('provider')} />
      <TextField label="Policy number" optional {...field('policy_number')} />
      <TextField
        label="Coverage amount"
        optional
        inputMode="decimal"
        hint="What it pays after your death, in US dollars, such as 150,000.50."
        {...field('coverage_amount')}
      />
      <TextField
        label="Agent contact"
        optional
        hint="Who to call: a name, phone number or email."
        {...field('agent_contact')}
      />
      <TextArea
        label="Notes"
        optional
        hint="Who’s insured, who should receive the money, where the papers are."
        limit={policyLimits.notes}
        {...field('notes')}
      />
      <KeptFile
        label="Document"
        name={path && fileNameOf(path)}
        removed={removed}
        disabled={busy}
        onRemovedChange={setRemoved}
      />
      <FilePicker
        label={path === null || removed ? 'Document' : 'Replace it with'}
        optional
        hint="The policy or a letter about it: PDF or image files up to 25 MB"
        file={file}
        disabled={busy}
        onChange={setFile}
      />
      {upload ? <UploadProgress {...upload} /> : null}
    </RowDialog>
  )
}
