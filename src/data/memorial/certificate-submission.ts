import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { profileKeys } from '@/data/account/profiles'
import { supabase } from '@/data/client'
import { type FileUpload, startUpload } from '@/data/files/uploads'
import { useUpload } from '@/data/files/use-upload'
import { CodedError, errorCode, hasSessionEnded } from '@/lib/errors'
import { storedName } from '@/lib/files/stored-names'
import { errorSentence } from '@/words/refusals'
import { BUCKET, certificateKey, submittingKey } from './death-certificates'
import { memorialKeys } from './memorials'
import { releaseNoticeKeys } from './release-notices'

/** Stored certificates that are not known to be submitted: the next attempt submits them without another upload. */
const stored = new WeakMap<File, { ownerId: string; path: string }>()

/**
 * Uploads an owner's certificate and submits it for review. A certificate that is already stored is only submitted.
 * @throws UploadError or `upload_cancelled`; HW002 when no certificate is wanted now; HW006 when not allowed;
 * HW007 while the caller waits: after the owner stopped one of their certificates, for a day after a second one in a week
 * was rejected, and after six of theirs in a day over all plans;
 * HW008 after 20 certificates for this owner in a day
 */
async function submitCertificate(
  ownerId: string,
  file: File,
  onUpload: (upload: FileUpload | null) => void,
): Promise<void> {
  const before = stored.get(file)
  if (before?.ownerId === ownerId) {
    try {
      return await putBeforeAdministrator(ownerId, before.path)
    } catch (error) {
      // HW003: the file is not there, probably because housekeeping removed it a day after the upload.
      if (errorCode(error) !== 'HW003') throw error
      stored.delete(file)
    }
  }
  const path = `${ownerId}/${Date.now()}-${storedName(file.name)}`
  const upload = startUpload({ bucket: BUCKET, path, file, contentType: file.type })
  onUpload(upload)
  try {
    await upload.done
  } finally {
    onUpload(null)
  }
  stored.set(file, { ownerId, path })
  await putBeforeAdministrator(ownerId, path)
}

/** Submits a stored certificate. An error is ignored if the certificate was submitted and only the answer was lost. */
async function putBeforeAdministrator(ownerId: string, path: string): Promise<void> {
  const { error } = await supabase.rpc('submit_death_certificate', { owner_id: ownerId, path })
  if (!error) return
  const { data: owner } = await supabase
    .from('profiles')
    .select('death_certificate_path')
    .eq('user_id', ownerId)
    .maybeSingle()
  if (owner?.death_certificate_path !== path) throw error
}

/** The state and actions of submitting a certificate for an owner. */
export function useCertificateSubmission(ownerId: string) {
  const [file, setFile] = useState<File | null>(null)
  const { upload, onUpload } = useUpload()
  const { mutate, reset, isPending, error } = useMutation({
    mutationKey: submittingKey(ownerId),
    mutationFn: async (certificate: File) => {
      try {
        await submitCertificate(ownerId, certificate, onUpload)
      } catch (problem) {
        throw hasSessionEnded(problem) ? new CodedError('upload_signed_out') : problem
      }
    },
    meta: {
      success: { title: 'Certificate uploaded' },
      quietError: true,
      refreshes: [
        memorialKeys.detail(ownerId),
        profileKeys.detail(ownerId),
        certificateKey(ownerId),
        releaseNoticeKeys.all,
      ],
    },
  })
  const cancel = useRef(upload?.onCancel)
  useEffect(() => {
    cancel.current = upload?.onCancel
  })
  // Leaving the screen cancels the upload, because its outcome could not be shown.
  useEffect(() => () => cancel.current?.(), [])

  const cancelled = errorCode(error) === 'upload_cancelled'
  return {
    file,
    choose: (chosen: File | null) => {
      reset()
      setFile(chosen)
    },
    submit: () => {
      if (file && !isPending) mutate(file, { onSuccess: () => setFile(null) })
    },
    sending: isPending,
    /** Null while no upload is running. */
    upload,
    cancelled,
    /** The error text when the last attempt failed. */
    problem: error && !cancelled ? errorSentence(error) : undefined,
  }
}
