import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type FileUpload, useUploadProgress } from '@/data/files/uploads'
import { errorCode } from '@/lib/errors'
import { documentRules, fileNameOf } from '@/lib/files/file-rules'
import { toastDone } from '@/lib/toasts'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { TextArea, TextField } from '@/ui/forms/field'
import { FilePicker } from '@/ui/forms/file-picker'
import { FormDialog } from '@/ui/forms/form-dialog'
import { SaveProblem } from '@/ui/forms/save-problem'
import { UploadProgress } from '@/ui/forms/upload-progress'
import { useRowSave } from '@/ui/forms/use-versioned-form'
import { Notice } from '@/ui/notice'
import {
  type InsurancePolicy,
  type PolicyForm,
  type PolicyInput,
  policyLimits,
  policySchema,
  readPolicy,
  useSavePolicy,
} from './data'
import { formatAmount } from './money'

interface Props {
  ownerId: string
  /** The policy to edit; null to add one. */
  policy: InsurancePolicy | null
  onClose: () => void
}

function toForm(policy: InsurancePolicy | null): PolicyForm {
  const coverage = policy?.coverage_amount ?? null
  return {
    provider: policy?.provider ?? '',
    policy_number: policy?.policy_number ?? '',
    coverage_amount: coverage === null ? '' : formatAmount(coverage),
    agent_contact: policy?.agent_contact ?? '',
    notes: policy?.notes ?? '',
  }
}

/** Adds a policy, or edits one. What was typed and which file was chosen stays until it is saved. */
export function PolicyDialog({ ownerId, policy, onClose }: Props) {
  const { mutateAsync: savePolicy } = useSavePolicy(ownerId)
  const [path, setPath] = useState(policy?.document_path ?? null)
  const [removed, setRemoved] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [upload, setUpload] = useState<FileUpload | null>(null)
  const progress = useUploadProgress(upload)
  const form = useForm<PolicyForm, unknown, PolicyInput>({
    resolver: zodResolver(policySchema),
    defaultValues: toForm(policy),
  })
  const { errors, isDirty } = form.formState
  const { saving, problem, submit, saveMine, loadOther } = useRowSave({
    form,
    row: policy,
    toForm,
    save: async (input, version) => {
      await savePolicy({
        existing: policy && version ? { id: policy.id, version } : null,
        input,
        document: file ?? (removed ? 'remove' : 'keep'),
        onUpload: setUpload,
      })
      toastDone({ title: policy ? 'Policy saved' : 'Policy added' })
      if (file) toastDone({ title: 'File uploaded' })
    },
    reread: () => readPolicy(policy?.id ?? ''),
    onOther: ({ document_path }) => {
      setPath(document_path)
      setRemoved(false)
      setFile(null)
    },
    onSaved: onClose,
  })
  const cancelled = errorCode(problem) === 'upload_cancelled'

  return (
    <FormDialog
      title={policy ? 'Edit Policy' : 'Add Policy'}
      description="Only the provider is needed. A policy number alone is enough to find a policy later."
      unsaved={isDirty || removed || file !== null}
      busy={saving}
      onClose={onClose}
    >
      {(close) => (
        <form
          noValidate
          autoComplete="off"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextField
            label="Provider"
            hint="The company that insures you."
            error={errors.provider?.message}
            {...form.register('provider')}
          />
          <TextField
            label="Policy number"
            optional
            error={errors.policy_number?.message}
            {...form.register('policy_number')}
          />
          <TextField
            label="Coverage amount"
            optional
            inputMode="decimal"
            hint="In US dollars, such as 150,000.50: what is paid out after your death."
            error={errors.coverage_amount?.message}
            {...form.register('coverage_amount')}
          />
          <TextField
            label="Agent contact"
            optional
            hint="Whom to call: a name, a phone number or an e-mail address."
            error={errors.agent_contact?.message}
            {...form.register('agent_contact')}
          />
          <TextArea
            label="Notes"
            optional
            hint="Who is insured, who is to receive the money, where the papers are."
            limit={policyLimits.notes}
            error={errors.notes?.message}
            {...form.register('notes')}
          />
          {path === null || removed ? null : (
            <div>
              <p className="mb-1.5 font-semibold">Document</p>
              <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-well px-4 py-2">
                <p className="min-w-0 break-all">{fileNameOf(path)}</p>
                <Button variant="quiet" disabled={saving} onClick={() => setRemoved(true)}>
                  Remove document
                </Button>
              </div>
            </div>
          )}
          {removed ? (
            <Notice
              role="status"
              action={
                <Button disabled={saving} onClick={() => setRemoved(false)}>
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
            rules={documentRules}
            file={file}
            disabled={saving}
            onChange={setFile}
          />
          {upload ? <UploadProgress {...progress} onCancel={upload.cancel} onResume={upload.resume} /> : null}
          {cancelled ? (
            <Notice role="status" title="Upload cancelled">
              Nothing was saved. What you typed and the file you chose are still here.
            </Notice>
          ) : (
            <SaveProblem
              what="this policy"
              problem={problem}
              saving={saving}
              onLoadOther={loadOther}
              onSaveMine={saveMine}
            />
          )}
          <DialogActions>
            <Button type="submit" variant="primary" busy={saving} busyLabel="Saving...">
              {policy ? 'Save Policy' : 'Add Policy'}
            </Button>
            <Button onClick={close} disabled={saving}>
              Cancel
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  )
}
