'use client';

import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { type ChartData, chartCsv, saveText } from './chart-data.ts';

export type ChartFrameProps = {
  title: string;
  /** What the chart says, in a sentence. */
  summary?: ReactNode;
  data: ChartData;
  /** Stands in the chart's place while there is nothing to draw. */
  empty?: ReactNode;
  /** Of the file that its numbers are saved as, without an ending. */
  fileName: string;
  children: ReactNode;
  className?: string;
};

/** A chart with its heading, the table behind it, and the way to save its numbers. */
export function ChartFrame({ title, summary, data, empty, fileName, children, className }: ChartFrameProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const hasData = data.rows.length > 0 && !empty;
  return (
    <section
      aria-labelledby={id}
      className={classNames('flex min-w-0 break-inside-avoid flex-col rounded-md border bg-surface', className)}
    >
      <div className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {summary ? <p className="text-ink-muted text-xs">{summary}</p> : null}
        </div>
        {hasData ? (
          <div className="flex shrink-0 gap-0.5 print:hidden">
            <IconButton
              label={isTable ? `Show the chart: ${title}` : `Show as a table: ${title}`}
              icon={isTable ? <ChartColumn size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
              onPress={() => setTable(!isTable)}
            />
            <IconButton
              label={`Save as CSV: ${title}`}
              icon={<Download size={15} aria-hidden />}
              onPress={() => saveText(`${fileName}.csv`, chartCsv(data))}
            />
          </div>
        ) : null}
      </div>
      <div className="min-h-0 flex-1 px-4 pt-2 pb-3">{!hasData ? empty : isTable ? <DataTable title={title} data={data} /> : children}</div>
    </section>
  );
}

function DataTable({ title, data }: { title: string; data: ChartData }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section aria-label={title} tabIndex={0} className="max-h-72 overflow-auto rounded-sm border">
      <Table label={title}>
        <thead>
          <tr>
            {data.columns.map((column, index) => (
              <HeadCell key={column} className={index === 0 ? undefined : 'text-right'}>
                {column}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
            <tr key={index}>
              {row.map((cell, index) => (
                <BodyCell key={data.columns[index]} className={index === 0 ? undefined : 'text-right tabular-nums'}>
                  {typeof cell === 'number' ? cell.toLocaleString('en', { maximumFractionDigits: 4 }) : (cell ?? '–')}
                </BodyCell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
