;; What a user does, in an Emacs with the configuration of the page.
(require 'cl-lib)
(require 'flymake)
(setq eglot-sync-connect t
      eglot-confirm-server-initiated-edits nil
      project-vc-ignores nil)

(defun await (what f)
  "Wait until F returns true, and say WHAT."
  (let ((end (+ (float-time) 60)) (done nil))
    (while (and (not (setq done (funcall f))) (< (float-time) end))
      (accept-process-output nil 0.05)
      (sit-for 0.01))
    (unless done
      (error "Never: %s; diagnostics: %S" what (shown)))
    (princ (format "%s\n" what))))

(defun shown ()
  (mapcar (lambda (d) (cons (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d)))
          (flymake-diagnostics)))

(defun typed ()
  "Batch mode has no idle time, in which eglot tells what was typed."
  (eglot--signal-textDocument/didChange))

(defun refresh () (flymake-start) t)

(condition-case failure
    (progn
      ;; A project is what version control has, for the Emacs of Debian.
      (call-process "git" nil nil nil "init" "-q" ".")
      (find-file "m.go")
      ;; Batch mode has no commands, after which eglot connects.
      (run-hooks 'post-command-hook)
      (await "the server runs" (lambda () (eglot-managed-p)))
      (goto-char (point-min))
      (search-forward "clear: %w")
      (delete-char -1)
      (insert "v")
      (typed)
      (await "the fault is shown"
             (lambda ()
               (and (refresh)
                    (equal 1 (length (shown)))
                    (equal 20 (car (car (shown))))
                    (string-match-p "fmt.Errorf formats err with %v" (cdr (car (shown)))))))
      (let ((last-nonmenu-event ?x))
        (cl-letf (((symbol-function 'completing-read)
                   (lambda (_prompt table &rest _)
                     (let ((titles (all-completions "" table)))
                       (princ (format "offered: %S\n" titles))
                       (or (cl-find-if (lambda (title) (string-prefix-p "Wrap err with %w" title)) titles)
                           (error "The fix is not offered"))))))
          (eglot-code-actions (point) (point) "quickfix" t)))
      (typed)
      (await "the fix is taken, and the fault gone"
             (lambda ()
               (and (refresh)
                    (null (shown))
                    (save-excursion (goto-char (point-min)) (search-forward "clear: %w" nil t)))))
      (save-buffer)
      (sit-for 0.5)
      (when (shown) (error "It is back"))
      (goto-char (point-min))
      (search-forward "err := remove")
      (backward-char 2)
      (let ((told nil))
        (eglot-hover-eldoc-function (lambda (text &rest _) (setq told (or told text))))
        (await "the hover" (lambda () (and told (string-match-p "ErrGone" (substring-no-properties told)))))
        (princ (format "%s\n" (substring-no-properties told))))
      (princ "\ndone\n")
      (kill-emacs 0))
  (error
   (princ (format "failed: %S\n" failure))
   (let ((events (cl-find-if (lambda (b) (string-match-p "EGLOT.*events" (buffer-name b))) (buffer-list))))
     (when events (princ (with-current-buffer events (buffer-string)))))
   (kill-emacs 1)))
