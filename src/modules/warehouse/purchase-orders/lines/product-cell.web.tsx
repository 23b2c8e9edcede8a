import "@mantine/core/styles/Combobox.layer.css";
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { call } from "#web/api/api.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import { chooserMs, useDebounced } from "#web/api/debounce.ts";
import type { DraftLine } from "./order-draft.web.ts";
import { purchaseOrders, type OrderableProduct } from "../purchase-orders.contract.ts";
import styles from "./order-grid.module.css";

interface ProductCellProps {
  line: DraftLine;
  vendorId: string;
  error: string | undefined;
  label: string;
  onText: (text: string) => void;
  onChoose: (product: OrderableProduct) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Finds a product by SKU, name, GTIN or the vendor's own number while one types; arrows choose, Enter takes. */
export function ProductCell({ line, vendorId, error, label, onText, onChoose, onPaste, onKeyDown }: ProductCellProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const combobox = useCombobox();
  const asked = useDebounced(line.text, chooserMs);
  const isAsking = line.productId === null && asked.trim() !== "";
  const isSearching = isAsking && vendorId !== "";
  const found = useQuery({
    queryKey: [purchaseOrders.findProducts.path, vendorId, asked],
    queryFn: ({ signal }) => call(purchaseOrders.findProducts, { query: { vendorId, q: asked }, signal }),
    enabled: isSearching,
    placeholderData: (before) => before,
  });
  const items = isSearching ? (found.data?.items ?? []) : [];
  /** Enter was pressed before the answer was there: it takes the first of it. */
  const [isEntered, setEntered] = useState(false);
  const isAnswered = isSearching && asked === line.text && found.isSuccess && !found.isPlaceholderData;
  useEffect(() => {
    if (items.length > 0) combobox.selectFirstOption();
    // A new answer puts its first product under Enter.
    // oxlint-disable-next-line react/exhaustive-deps -- the combobox is another object each time
  }, [found.data]);
  useEffect(() => {
    if (!isAnswered || !isEntered) return;
    setEntered(false);
    take(items[0]?.productId ?? "");
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [isAnswered, isEntered]);
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && line.productId === null && line.text.trim() !== "" && !isAnswered) {
      combobox.resetSelectedOption(); // what is under Enter was found for other letters
      setEntered(true);
    }
    onKeyDown(event);
  };
  const take = (id: string) => {
    const product = items.find(({ productId }) => productId === id);
    if (product) onChoose(product);
    combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={take}
      width={460}
      position="bottom-start"
      shadow="md"
      classNames={{ dropdown: styles.suggestions ?? "" }}
      transitionProps={{ duration: 0 }}
    >
      <Combobox.Target>
        <TextInput
          className={styles.input}
          aria-label={label}
          title={error ?? (line.name || undefined)}
          error={error !== undefined}
          placeholder={t`SKU, name or GTIN`}
          autoComplete="off"
          value={line.text}
          onChange={(event) => {
            setEntered(false);
            onText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onPaste={onPaste}
          onKeyDown={handleKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAsking}>
        <Combobox.Options mah={280} style={{ overflowY: "auto" }}>
          {items.map((product) => (
            <Combobox.Option key={product.productId} value={product.productId} className={styles.row}>
              <span className={styles.option}>
                <span className={styles.optionName}>{product.name}</span>
                <span className={styles.optionPrice}>
                  {product.unitPrice !== null && product.currency !== null
                    ? t`${fmt.price(product.unitPrice, product.currency)} per ${units.name(product, product.baseUom)}`
                    : ""}
                </span>
                <span className={styles.optionSub}>
                  <Code>{product.sku}</Code> {product.vendorSku && <Trans>theirs {product.vendorSku}</Trans>}
                </span>
                <span className={styles.optionSub}>
                  {product.offer?.isUnitConfirmed === false && <Trans>unit not confirmed</Trans>}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {items.length === 0 && (
            <Combobox.Empty>
              {vendorId === "" ? (
                <Trans>Choose the vendor first.</Trans>
              ) : found.isFetching ? (
                <Trans>Searching</Trans>
              ) : (
                <Trans>No product of this kind. It has to be in the catalogue first.</Trans>
              )}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
