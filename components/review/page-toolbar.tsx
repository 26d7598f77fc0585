'use client';

import { ChevronDown, ChevronUp, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';

type PageToolbarProps = {
  page: number;
  count: number;
  zoom: number;
  onZoom: (direction: 1 | -1) => void;
  onFit: () => void;
  onPage: (page: number) => void;
};

/** Which page is seen and how large. */
export function PageToolbar({ page, count, zoom, onZoom, onFit, onPage }: PageToolbarProps) {
  return (
    <div role="toolbar" aria-label="Pages" className="flex h-9 shrink-0 items-center justify-between border-b bg-surface px-2">
      <div className="flex items-center gap-0.5">
        <IconButton
          label="Page before"
          size="small"
          icon={<ChevronUp size={15} aria-hidden />}
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
        />
        <IconButton
          label="Next page"
          size="small"
          icon={<ChevronDown size={15} aria-hidden />}
          isDisabled={page >= count}
          onPress={() => onPage(page + 1)}
        />
        <span className="px-1 text-ink-muted text-xs">{count === 0 ? 'No pages yet' : `Page ${page} of ${count}`}</span>
      </div>
      <div className="flex items-center gap-0.5">
        <IconButton label="Smaller" size="small" icon={<ZoomOut size={15} aria-hidden />} onPress={() => onZoom(-1)} />
        <span className="w-11 text-center text-ink-muted text-xs">{Math.round(zoom * 100)} %</span>
        <IconButton label="Larger" size="small" icon={<ZoomIn size={15} aria-hidden />} onPress={() => onZoom(1)} />
        <IconButton label="Fit the width" size="small" icon={<Maximize2 size={14} aria-hidden />} onPress={onFit} />
      </div>
    </div>
  );
}
