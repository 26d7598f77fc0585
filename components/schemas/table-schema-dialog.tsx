'use client';

import { FileUp } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { readDelimited } from '#lib/document/csv/read-delimited.ts';
import { fieldsOfTable } from '#lib/document/schemas/fields-of-table.ts';
import { FIELD_TYPES, FORMATS } from './outline/field-types.tsx';

const EXAMPLE = 'Invoice no.\tDate\tSupplier\tTotal\nR-1001\t2026-03-01\tNorthline Ltd\t1,240.00 EUR';
/** Rows that are looked at for the types. */
const MOST_ROWS = 51;
const LARGEST_FILE = 5_000_000;
const LONGEST_NAME = 120;
const LONGEST_TEXT = 200_000;

const USES = [
  { id: 'fields', label: 'A field of the document', description: 'The table has a line for each document, as a ledger has' },
  { id: 'rows', label: 'A column of a table in the document', description: 'The document has many such lines, as an invoice has' },
] as const;
type Use = (typeof USES)[number]['id'];

function draftOf(columns: RowField[], { use, name }: { use: Use; name: string }): SchemaDraft {
  const table: Field = { name: 'rows', label: 'Rows', description: '', required: false, type: 'rows', fields: columns };
  return { name, description: '', fields: use === 'fields' ? columns : [table], rules: [] };
}

const WORKBOOK =
  'Excel and OpenDocument files are not read here. Copy the headings and a few rows and paste them. Or add the file under Documents, then choose it under New schema, Sample, and press Use the headings.';
/** A workbook is no text. */
const isWorkbook = (file: string, content: string) => /\.(?:xls[xmb]?|od[st]|fods|numbers)$/i.test(file) || content.includes('\0');

/** What a file is called, without the ending: a name for what is made of it. */
const nameOfFile = (file: string) =>
  file
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME);

/** The text of a file: by its byte order mark, else UTF-8, else as spreadsheets on Windows save it. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Makes a draft of the headings of a table, with types from the values below them. It is named after the file; what was pasted has no name yet. */
export function TableSchemaDialog({ onClose, onMade }: { onClose: () => void; onMade: (draft: SchemaDraft) => void }) {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [use, setUse] = useState<Use>('fields');
  const [problem, setProblem] = useState<string | null>(null);
  const seen = useDeferredValue(text);
  const columns = useMemo(() => fieldsOfTable(readDelimited(seen, MOST_ROWS)), [seen]);
  const readFile = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (!file) return;
    if (file.size > LARGEST_FILE) return setProblem('The file is larger than 5 MB. Copy its first rows and paste them here.');
    const content = decode(await file.arrayBuffer()).slice(0, LONGEST_TEXT);
    if (isWorkbook(file.name, content)) return setProblem(WORKBOOK);
    setProblem(null);
    setText(content);
    setName(nameOfFile(file.name));
  };
  const make = () => {
    if (columns.length === 0) setProblem('Paste the row with the headings.');
    else onMade(draftOf(columns, { use, name }));
  };
  return (
    <Dialog
      title="New schema from a table"
      isOpen
      onClose={onClose}
      width="medium"
      footer={
        <>
          <FileTrigger
            acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', '.xlsx', '.xls', '.ods']}
            onSelect={(files) => void readFile(files)}
          >
            <Button size="large" icon={<FileUp size={14} aria-hidden />} className="mr-auto">
              Choose a CSV file
            </Button>
          </FileTrigger>
          <Button size="large" onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" onPress={make}>
            Open in the editor
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label="Rows of the table"
          description="Copy the headings and a few rows in your spreadsheet program and paste them here. The types of the fields follow from the values. An Excel file can also be a sample: New schema, Sample, Use the headings."
          placeholder={EXAMPLE}
          rows={5}
          value={text}
          onChange={(value) => {
            setText(value.slice(0, LONGEST_TEXT));
            // what follows comes from elsewhere
            if (value.trim() === '') setName('');
            setProblem(null);
          }}
          error={problem ?? undefined}
          inputClassName="font-mono text-xs whitespace-pre"
          autoFocus
        />
        <Select label="Each heading is" options={USES} value={use} onChange={setUse} />
        <section aria-label="Fields that were found">
          <p role="status" className="mb-1 font-medium text-sm">
            {columns.length === 0 ? 'No fields yet' : countOf(columns.length, use === 'fields' ? 'field' : 'column')}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by key */}
          <ul tabIndex={0} aria-label="Fields" className="max-h-56 divide-y overflow-auto text-sm">
            {columns.map((column) => (
              <li key={column.name} className="flex items-center gap-2 py-1">
                <span className="text-ink-muted">{FIELD_TYPES[column.type].icon}</span>
                <span className="min-w-0 truncate font-medium">{column.label}</span>
                <span className="ml-auto shrink-0 text-ink-muted text-xs">
                  {column.format ? FORMATS[column.format] : FIELD_TYPES[column.type].word}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
