import { beforeEach, describe, expect, test, vi } from 'vitest'
import { saveWithFile } from '@/data/files/row-files'
import { type FileUpload, removeUpload, startUpload } from '@/data/files/uploads'

vi.mock('@/data/files/uploads', () => ({ startUpload: vi.fn(), removeUpload: vi.fn() }))

let will: File
const row = { id: '1', updated_at: '', path: '' }
type Row = typeof row
const refused = (code: string) => Object.assign(new Error(code), { code })
const lost = new TypeError('Failed to fetch')

interface Given {
  save: (path: string) => Promise<Row>
  find: () => Promise<Row | null>
  onUpload: (upload: FileUpload | null) => void
}

function save({ save = async () => row, find = async () => null, onUpload = () => {} }: Partial<Given> = {}) {
  const list = {
    save: (_ownerId: string, { input }: { input: { path: string } }) => save(input.path),
    find,
    settle: async (found: Row) => found,
  }
  return saveWithFile(
    list,
    'owner',
    { id: '1', loaded: null, input: {}, file: will, onUpload },
    { place: { bucket: 'documents', folder: 'estate' }, named: (path: string) => ({ path }) },
  )
}

function uploading(done: Promise<void>) {
  const upload = { done, progress: vi.fn(), subscribe: vi.fn(), resume: vi.fn(), cancel: vi.fn() }
  vi.mocked(startUpload).mockReturnValue(upload)
  return upload
}

beforeEach(() => {
  // A new file for each test, because saveWithFile remembers a file it has seen.
  will = new File(['%PDF-1.7'], 'Last will.pdf', { type: 'application/pdf' })
  vi.mocked(startUpload).mockReset()
  vi.mocked(removeUpload).mockReset().mockResolvedValue()
})

describe('saving', () => {
  test('saving a file with its row uploads first, to the owner’s folder, with a cleaned name and the detected type', async () => {
    const upload = uploading(Promise.resolve())
    const order: unknown[] = []
    const saved = await save({
      onUpload: (current) => order.push(current),
      save: async (path) => {
        order.push(path)
        return row
      },
    })
    expect(saved).toBe(row)
    const path = expect.stringMatching(/^owner\/estate\/\d{13}-Last_will\.pdf$/)
    expect(order).toEqual([upload, null, path])
    expect(startUpload).toHaveBeenCalledWith({
      bucket: 'documents',
      path,
      file: will,
      contentType: 'application/pdf',
    })
    expect(removeUpload).not.toHaveBeenCalled()
  })

  test.each(['42501', 'HW040', '23514', 'changed_elsewhere'])(
    'removes the uploaded file when the row is refused with %s',
    async (code) => {
      uploading(Promise.resolve())
      await expect(save({ save: () => Promise.reject(refused(code)) })).rejects.toMatchObject({ code })
      expect(removeUpload).toHaveBeenCalledWith({
        bucket: 'documents',
        path: expect.stringMatching(/^owner\/estate\//),
      })
    },
  )

  test('saving a file with its row keeps the file and succeeds when the row was saved but the answer was lost', async () => {
    uploading(Promise.resolve())
    let saved = row
    const losingTheAnswer = (path: string) => {
      saved = { ...row, path }
      return Promise.reject(lost)
    }
    expect(await save({ save: losingTheAnswer, find: async () => saved })).toBe(saved)
    expect(removeUpload).not.toHaveBeenCalled()
  })

  test('saving a file with its row keeps the file when another row names it, and uploads it to another path in the next attempt', async () => {
    uploading(Promise.resolve())
    const problem = save({ save: () => Promise.reject(refused('23505')) })
    await expect(problem).rejects.toMatchObject({ code: '23505' })
    expect(removeUpload).not.toHaveBeenCalled()
    await save()
    expect(startUpload).toHaveBeenCalledTimes(2)
  })

  test('saving a file with its row removes the uploaded file when the row still names its previous file', async () => {
    uploading(Promise.resolve())
    const before = { ...row, path: 'owner/estate/before.pdf' }
    const problem = save({ save: () => Promise.reject(refused('42501')), find: async () => before })
    await expect(problem).rejects.toMatchObject({ code: '42501' })
    expect(removeUpload).toHaveBeenCalledTimes(1)
  })

  test('saving a file with its row keeps the file when the row cannot be read, and leaves cleanup to housekeeping', async () => {
    uploading(Promise.resolve())
    const problem = save({ save: () => Promise.reject(lost), find: () => Promise.reject(lost) })
    await expect(problem).rejects.toBe(lost)
    expect(removeUpload).not.toHaveBeenCalled()
  })

  test('saving a file with its row reports why the row was refused even when the file cannot be removed', async () => {
    uploading(Promise.resolve())
    vi.mocked(removeUpload).mockRejectedValue(lost)
    await expect(save({ save: () => Promise.reject(refused('HW040')) })).rejects.toMatchObject({
      code: 'HW040',
    })
  })

  test('saving a file with its row does not save the row when the upload is refused or canceled', async () => {
    const saveRow = vi.fn()
    const through = vi.fn()
    for (const [code, told] of [
      ['storage_413', 'storage_413'],
      ['upload_cancelled', 'upload_cancelled'],
      // Storage answers 403 for a plan that takes no changes.
      ['storage_403', 'plan_closed'],
    ] as const) {
      uploading(Promise.reject(refused(code)))
      await expect(save({ save: saveRow, onUpload: through })).rejects.toMatchObject({ code: told })
      expect(through).toHaveBeenLastCalledWith(null)
    }
    expect(saveRow).not.toHaveBeenCalled()
    expect(removeUpload).not.toHaveBeenCalled()
  })
})
