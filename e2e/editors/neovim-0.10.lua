local client
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'go',
  callback = function(event)
    local mod = vim.fn.findfile('go.mod', vim.fn.fnamemodify(event.file, ':p:h') .. ';')
    client = client or vim.lsp.start_client({
      name = 'errlint',
      cmd = { 'errlint', 'lsp' },
      root_dir = vim.fn.fnamemodify(mod ~= '' and mod or event.file, ':p:h'),
    })
    vim.lsp.buf_attach_client(event.buf, client)
  end,
})
